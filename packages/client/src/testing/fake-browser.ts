import type { TabChannel, Locks } from '../stream-sharing.ts';

type Wish = { page: object; run: () => void };
type Hold = { end: () => void };

/** The locks and channels of a browser; words arrive a turn later, as between pages. */
export const fakeBrowser = () => {
  const channels = new Map<string, Set<EventTarget>>();
  const holds = new Map<string, Hold>();
  const wishes = new Map<string, Wish[]>();

  const grantNext = (name: string): void => {
    if (holds.has(name)) return;
    wishes.get(name)?.shift()?.run();
  };

  /** What one page has of them. */
  const newPage = () => {
    const page = {};
    let isFrozen = false;
    const locks: Locks = {
      request: (name, { signal, steal = false }, work) =>
        new Promise((resolve, reject) => {
          const abort = () => reject(new DOMException('taken or given up', 'AbortError'));
          const wish: Wish = {
            page,
            run: () => {
              const hold: Hold = { end: abort };
              holds.set(name, hold);
              const end = async (): Promise<void> => {
                await work();
                resolve(undefined);
                if (holds.get(name) !== hold) return;
                holds.delete(name);
                grantNext(name);
              };
              void end();
            },
          };
          if (steal) {
            holds.get(name)?.end();
            wish.run();
            return;
          }
          const queue = wishes.get(name) ?? [];
          wishes.set(name, queue);
          queue.push(wish);
          signal?.addEventListener('abort', () => {
            if (!queue.includes(wish)) return;
            queue.splice(queue.indexOf(wish), 1);
            abort();
          });
          queueMicrotask(() => grantNext(name));
        }),
    };
    const openChannel = (name: string): TabChannel => {
      const target = new EventTarget();
      const all = channels.get(name) ?? new Set();
      channels.set(name, all.add(target));
      return {
        postMessage: (message) => {
          if (!all.has(target)) throw new DOMException('closed', 'InvalidStateError');
          if (isFrozen) return;
          for (const other of all) {
            if (other === target) continue;
            queueMicrotask(() => other.dispatchEvent(new MessageEvent('message', { data: message })));
          }
        },
        addEventListener: (kind, listener) =>
          target.addEventListener(kind, (event) => {
            if (event instanceof MessageEvent && all.has(target) && !isFrozen) listener(event);
          }),
        close: () => all.delete(target),
      };
    };
    return {
      locks,
      openChannel,
      /** Stops or resumes the words from and to the page. */
      freeze: (frozen: boolean): void => {
        isFrozen = frozen;
      },
    };
  };
  return { newPage, openChannels: () => [...channels.values()].reduce((sum, all) => sum + all.size, 0) };
};
