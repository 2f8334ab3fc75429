import js from "@eslint/js";
import globals from "globals";

const rules = {
  ...js.configs.recommended.rules,
  "eqeqeq": "error",
  "no-implicit-coercion": ["error", { allow: ["+", "!!"] }],
  "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
  "no-var": "error",
  "prefer-const": "error",
};

export default [
  { files: ["src/**/*.js"], languageOptions: { globals: globals.browser }, rules },
  { files: ["tests/js/**/*.js"], languageOptions: { globals: globals.node }, rules },
];
