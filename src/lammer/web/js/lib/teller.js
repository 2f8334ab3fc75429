// Somebody who tells others what happens, by name.

/** @template {object} Told what is told, by name */
export class Teller extends EventTarget {
  /**
   * Listen; what is returned ends it.
   * @template {keyof Told & string} Name
   * @param {Name} name @param {(told: Told[Name]) => unknown} heard @param {boolean} [once]
   */
  on(name, heard, once = false) {
    const listener = (/** @type {Event} */ event) =>
      heard(/** @type {CustomEvent<Told[Name]>} */ (event).detail);
    this.addEventListener(name, listener, { once });
    return () => this.removeEventListener(name, listener);
  }

  /** @template {keyof Told & string} Name @param {Name} name @param {Told[Name]} told */
  tell(name, told) {
    this.dispatchEvent(new CustomEvent(name, { detail: told }));
  }
}
