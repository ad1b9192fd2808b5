import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applied, type StarChanges, withChanges, withoutSent } from './unsent.ts';

describe('changes that the server has not heard of', () => {
  it('keep the last of each star', () => {
    const one = withChanges({}, ['a'], ['b', 'a']);
    expect(one).toEqual({ b: true });
    expect(withChanges(one, ['b', 'a'], ['a'])).toEqual({ b: false });
    expect(withChanges(one, ['b', 'a'], ['c', 'b'])).toEqual({ b: true, a: false, c: true });
  });

  it('touch their own stars alone, the newest first', () => {
    expect(applied(['x', 'y'], { b: true, y: false, c: true })).toEqual(['c', 'b', 'x']);
    expect(applied(['b', 'x'], { b: true })).toEqual(['b', 'x']);
  });

  it('are gone once they were heard, except for what was changed again in the meantime', () => {
    expect(withoutSent({ a: true, b: false, c: true }, { a: true, b: true })).toEqual({ b: false, c: true });
  });
});

/** A device as `followStars` keeps it: what it shows, and what is not sent. */
type Device = { shown: readonly string[]; unsent: StarChanges };
const star = fc.constantFrom('m1', 'm2', 'team t1', 'competition c1');
const step = fc.oneof(
  fc.record({ kind: fc.constant('toggle' as const), on: fc.nat(1), star }),
  // The answer of the server is lost on its way: the device sends the same again later.
  fc.record({ kind: fc.constantFrom('sync' as const, 'unheard' as const), on: fc.nat(1) }),
);

it('two devices of a member end with the same stars, and each star is as it was set last among those heard', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let server: readonly string[] = [];
      const devices: Device[] = [
        { shown: [], unsent: {} },
        { shown: [], unsent: {} },
      ];
      /** The last change of each star that reached the server. */
      const heard = new Map<string, boolean>();
      const send = (device: Device): void => {
        for (const [each, isSet] of Object.entries(device.unsent)) heard.set(each, isSet);
        server = applied(server, device.unsent);
      };
      const sync = (device: Device): void => {
        const sent = device.unsent;
        send(device);
        device.unsent = withoutSent(device.unsent, sent);
        device.shown = applied(server, device.unsent);
      };
      for (const one of steps) {
        const device = devices[one.on];
        if (device === undefined) continue;
        if (one.kind === 'sync') sync(device);
        if (one.kind === 'unheard') send(device);
        if (one.kind === 'toggle') {
          const { shown } = device;
          const next = shown.includes(one.star)
            ? shown.filter((each) => each !== one.star)
            : [one.star, ...shown];
          device.unsent = withChanges(device.unsent, shown, next);
          device.shown = next;
        }
      }
      for (const device of [...devices, ...devices]) sync(device);
      for (const { shown, unsent } of devices) {
        expect(unsent).toEqual({});
        expect(shown.toSorted()).toEqual(server.toSorted());
      }
      const set = [...heard].filter(([, isSet]) => isSet).map(([each]) => each);
      expect(server.toSorted()).toEqual(set.toSorted());
    }),
    { numRuns: 500 },
  );
});
