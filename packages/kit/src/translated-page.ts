/** What a translator has put in place of a node that React knows. */
const replacements = new WeakMap<Node, Element>();

const fontOf = (...nodes: (Node | null | undefined)[]): Element | undefined =>
  nodes.find((node): node is Element => node instanceof Element && node.tagName === 'FONT');

/** A text that changes comes back to its place, for the translator to see. */
const bringBack = (text: Node): void => {
  const font = replacements.get(text);
  if (font?.isConnected !== true) return;
  replacements.delete(text);
  font.before(text);
  font.remove();
};

const note = (records: readonly MutationRecord[]): void => {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') bringBack(target);
    for (const node of removedNodes) {
      const font = fontOf(addedNodes[0], previousSibling, nextSibling);
      if (node.isConnected || font === undefined) continue;
      replacements.set(node, font);
      observer?.observe(node, { characterData: true });
    }
  }
};

let observer: MutationObserver | undefined;

/** What is at the place of a child now: itself, or what a translator has put around it or instead of it. */
const inPlaceOf = (child: Node, parent: Node): Node | undefined => {
  if (child.parentNode === parent) return child;
  note(observer?.takeRecords() ?? []);
  let at: Node | null = child;
  while (at !== null && at.parentNode !== parent) at = replacements.get(at) ?? at.parentNode;
  return at ?? undefined;
};

/**
 * Lets React remove and insert next to texts that a browser's translation has replaced by `<font>` elements: React would
 * throw, and the page would be gone (react/react #11538). Called once, before what is shown changes.
 */
export const allowTranslation = (): void => {
  observer = new MutationObserver(note);
  observer.observe(document.body, { childList: true, subtree: true });
  const { prototype } = Node;
  // oxlint-disable-next-line typescript/unbound-method -- called on the node of each call
  const { removeChild, insertBefore } = prototype;
  prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    const at = inPlaceOf(child, this);
    if (at !== undefined) removeChild.call(this, at);
    return child;
  };
  prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, next: Node | null): T {
    insertBefore.call(this, node, next === null ? null : (inPlaceOf(next, this) ?? null));
    return node;
  };
};
