/** The code of a key that an input method has used, also of the Enter that Safari sends after the composition. */
const usedKeyCode = 229;

/**
 * Keeps keys that belong to a composition, as of Chinese or Japanese, from all handlers of the page: the Enter that ends one
 * sends nothing, and digits that choose a word are no shortcuts. Called once, before any handler is added.
 */
export const ignoreComposedKeys = (): void => {
  for (const kind of ['keydown', 'keyup'] as const) {
    addEventListener(
      kind,
      (event) => {
        if (event.isComposing || event.keyCode === usedKeyCode) event.stopImmediatePropagation();
      },
      true,
    );
  }
};
