import { expect } from '@playwright/test';
import type { Page } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** The focused element, as the browser describes it to a screen reader. */
type Focused = {
  role: string;
  name: string;
  /** Hint or error read out after the name. */
  description: string;
  /** For example "pressed", "expanded", "invalid", if the browser reports them. */
  states: Record<string, unknown>;
  /** The words of the element, which are read where it has no name. */
  text: string;
  /** A ring or an edge shows where the focus is. */
  isVisible: boolean;
};

/** What a test looks for in the focus: values, or matchers such as `expect.stringMatching`. */
export type FocusedLike = { [Key in keyof Focused]?: Focused[Key] | object };

/** An app without mouse and finger. */
export type Keyboard = {
  press: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  focused: () => Promise<Focused>;
  /** Presses Tab until something of this role and name has the focus. @throws with what had it on the way */
  tabTo: (role: string, name: string | RegExp) => Promise<Focused>;
  /** What live regions said since this was last asked. */
  heard: () => Promise<string[]>;
};

/** More stops than any screen of the app has. */
const stopsMax = 120;

/*
 * A live region announces changes only while it is exposed: one that is added with its text, was hidden, or is outside of
 * an open dialog announces nothing. Only an alert is announced when it is added.
 */
const listen = `(() => {
  const heard = (window.heardAloud = []);
  const regions = 'output, [aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"]';
  const known = new WeakSet();
  const isHeard = (region) => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1);
    return region.checkVisibility() && region.closest('[inert]') === null && (top === undefined || top.contains(region));
  };
  const say = (region) => {
    const text = region.textContent.trim();
    if (text !== '' && isHeard(region) && heard.at(-1) !== text) heard.push(text);
  };
  const watch = () => new MutationObserver((changes) => {
    const said = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      const around = element?.closest(regions);
      if (around && known.has(around)) said.add(around);
      for (const node of addedNodes) if (node.nodeType === 1)
        for (const alert of [node, ...node.querySelectorAll('*')]) if (alert.matches('[role="alert"]')) said.add(alert);
    }
    said.forEach(say);
    for (const region of document.querySelectorAll(regions)) if (region.checkVisibility()) known.add(region);
  }).observe(document, { childList: true, subtree: true, characterData: true });
  watch();
})()`;

const Node = Type.Object({
  role: Type.Optional(Type.Object({ value: Type.String() })),
  name: Type.Optional(Type.Object({ value: Type.Optional(Type.String()) })),
  description: Type.Optional(Type.Object({ value: Type.Optional(Type.String()) })),
  properties: Type.Optional(
    Type.Array(
      Type.Object({ name: Type.String(), value: Type.Object({ value: Type.Optional(Type.Unknown()) }) }),
    ),
  ),
});

const Focused = Type.Object({ text: Type.String(), isVisible: Type.Boolean() });
// A ring may be drawn by the element around a hidden input, or by the box of a field.
const look = `(() => {
  const element = document.activeElement;
  const draws = (one) => one !== null && ['outline', 'boxShadow'].some((how) => {
    const style = getComputedStyle(one);
    return how === 'outline' ? style.outlineStyle !== 'none' && style.outlineWidth !== '0px' && !/rgba?\\(.*, 0\\)/.test(style.outlineColor)
      : style.boxShadow !== 'none';
  });
  let around = element;
  for (let up = 0; up < 3 && around !== null; up += 1, around = around.parentElement) if (draws(around)) break;
  const beside = [...(element.parentElement?.children ?? [])];
  return {
    text: (element === document.body ? '' : element.textContent).trim(),
    isVisible: around !== null && draws(around) || beside.some(draws),
  };
})()`;

const matches = (name: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name);

/** Takes hold of a page before it is opened. */
export const keyboardOf = async (page: Page): Promise<Keyboard> => {
  await page.addInitScript(listen);
  const session = await page.context().newCDPSession(page);

  const focused: Keyboard['focused'] = async () => {
    const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await session.send('Accessibility.getPartialAXTree', {
      ...(result.objectId === undefined ? {} : { objectId: result.objectId }),
      fetchRelatives: false,
    });
    const node = Value.Parse(Node, nodes[0]);
    const { text, isVisible } = Value.Parse(Focused, await page.evaluate(look));
    return {
      role: node.role?.value ?? '',
      // Isolates keep numbers in order and are not heard.
      name: plain(node.name?.value ?? ''),
      description: plain(node.description?.value ?? ''),
      states: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
      text: plain(text),
      isVisible,
    };
  };

  const press: Keyboard['press'] = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  return {
    press,
    type: (text) => page.keyboard.type(text),
    focused,
    tabTo: async (role, name) => {
      // A part of the page may still be on its way: Tab goes round until it is there.
      let at: Focused | undefined;
      await expect(async () => {
        const passed: string[] = [];
        for (let stop = 0; stop < stopsMax && at === undefined; stop += 1) {
          await press('Tab');
          const now = await focused();
          if (now.role === role && matches(now.name, name)) at = now;
          passed.push(`${now.role} "${now.name}"`);
        }
        expect(at, `Tab leads to ${role} ${String(name)}, not only to: ${passed.join(', ')}`).toBeDefined();
      }).toPass();
      if (at === undefined) throw new Error(`Tab led nowhere to ${role} ${String(name)}`);
      return at;
    },
    heard: async () =>
      Value.Parse(Type.Array(Type.String()), await page.evaluate('window.heardAloud.splice(0)')).map(plain),
  };
};

/** A text without the marks that keep it in order and on its line, which are not heard. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[\u2060\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
    .trim();
