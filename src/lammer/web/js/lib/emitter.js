// Typed events: an EventTarget whose events are named and carry a value.

/** @template {object} Events the value of each event, by name */
export class Emitter extends EventTarget {
  /**
   * Listen to an event; returns a function that stops listening.
   * @template {keyof Events & string} Name
   * @param {Name} name @param {(value: Events[Name]) => unknown} listener @param {boolean} [once]
   */
  on(name, listener, once = false) {
    const handler = (/** @type {Event} */ event) =>
      listener(/** @type {CustomEvent<Events[Name]>} */ (event).detail);
    this.addEventListener(name, handler, { once });
    return () => this.removeEventListener(name, handler);
  }

  /** @template {keyof Events & string} Name @param {Name} name @param {Events[Name]} value */
  emit(name, value) {
    this.dispatchEvent(new CustomEvent(name, { detail: value }));
  }
}
