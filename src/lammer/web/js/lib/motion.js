// Whether animations are wanted.

/** True for people who asked for no animation. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
