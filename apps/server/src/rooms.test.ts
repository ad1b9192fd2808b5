import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bookFolders, drawRooms, platformReads, rooms, roomsPage } from './testing/rooms.ts';

const root = import.meta.dirname;
/** Files of rooms without their tests, which may combine rooms. */
const files = globSync('*/**/*.ts', { cwd: root }).filter(
  (file) => !/\.test\.ts$|(^|\/)(testing|bad-calls)\//.test(file),
);
const roomOf = (file: string): string => file.slice(0, file.indexOf('/'));

/** The files of other rooms that a file imports, from the folder of the server's sources. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.\.?\/[^']*)'/g)]
    .map(([, path = '']) => resolve(root, file, '..', path).slice(root.length + 1))
    .filter((target) => roomOf(target) !== roomOf(file) && roomOf(target) !== 'platform');

test('rooms use only the rooms of the table, by the files that these offer', () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => {
        if (roomOf(file) === 'platform') return !platformReads.includes(target);
        const [from, to] = [rooms[roomOf(file)], rooms[roomOf(target)]];
        const isOffered = to?.offers.includes(target.slice(target.indexOf('/') + 1)) === true;
        return from?.uses.includes(roomOf(target)) !== true || !isOffered;
      })
      .map((target) => `${file} imports ${target}`),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});

test('the table says nothing that no room needs', () => {
  const used = new Set(
    files.flatMap((file) => importsOf(file).map((target) => `${roomOf(file)} ${roomOf(target)}`)),
  );
  const imported = new Set(files.flatMap(importsOf));
  const beside = globSync('*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/from '\.\/([^']*)'/g)].map(([, path = '']) => path),
  );
  for (const path of beside) imported.add(path);
  const idle = Object.entries(rooms).flatMap(([room, { uses, offers }]) => [
    ...uses.filter((other) => !used.has(`${room} ${other}`)).map((other) => `${room} uses ${other}`),
    ...offers.filter((file) => !imported.has(`${room}/${file}`)).map((file) => `${room} offers ${file}`),
  ]);
  expect(idle).toEqual([]);
  expect(platformReads.filter((file) => !imported.has(file))).toEqual([]);
});

test('no room uses a room that uses it', () => {
  const reached = (room: string, seen: ReadonlySet<string> = new Set()): string[] =>
    (rooms[room]?.uses ?? []).flatMap((used) =>
      seen.has(used) ? [used] : [used, ...reached(used, new Set([...seen, used]))],
    );
  expect(Object.keys(rooms).filter((room) => reached(room).includes(room))).toEqual([]);
});

test('every folder is a room of the table', () => {
  const folders = new Set(files.map(roomOf).filter((room) => room !== 'platform'));
  expect([...folders].toSorted()).toEqual(Object.keys(rooms).toSorted());
});

test('folders of the book use only those that their table names before them', () => {
  const names = Object.keys(bookFolders);
  const used = new Set<string>();
  for (const file of files.filter((path) => /^book\/[^/]+\//.test(path))) {
    const [, from = ''] = file.split('/');
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(/from '(\.\.\/[^']*)'/g)) {
      const [room, to = '', rest] = resolve(root, file, '..', path)
        .slice(root.length + 1)
        .split('/');
      if (room === 'book' && rest !== undefined && to !== from) used.add(`${from} uses ${to}`);
    }
  }
  const allowed = Object.entries(bookFolders).flatMap(([from, others]) =>
    others.map((to) => `${from} uses ${to}`),
  );
  expect([...used].toSorted()).toEqual(allowed.toSorted());
  for (const [from, others] of Object.entries(bookFolders)) {
    const before = names.slice(0, names.indexOf(from));
    expect(before).toEqual(expect.arrayContaining([...others]));
  }
});

test('docs/architecture.md draws them: npm run rooms', () => {
  const page = readFileSync(resolve(root, '../../../docs/architecture.md'), 'utf8');
  expect(roomsPage(page, drawRooms())).toBe(page);
});

test('platform/bus.ts lists who says and who hears each of the news', () => {
  const listed = [
    ...readFileSync(join(root, 'platform/bus.ts'), 'utf8').matchAll(
      /^ \* \| `(\w+)` \| ([a-z, -]+) \| ([a-z, -]+) \|$/gm,
    ),
  ].map(([, name, said, heard]) => `${name}: ${said} → ${heard}`);
  const found = new Map<string, { said: Set<string>; heard: Set<string> }>();
  const entryOf = (name: string) => {
    const entry = found.get(name) ?? { said: new Set(), heard: new Set() };
    found.set(name, entry);
    return entry;
  };
  for (const file of files.filter((path) => roomOf(path) !== 'platform')) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/bus\.(?:say|sayAndWait|step)\(\s*'(\w+)'/g)) {
      entryOf(name).said.add(roomOf(file));
    }
    if (text.includes('letterSender(bus)')) entryOf('lettersDue').said.add(roomOf(file));
    for (const [, name = ''] of text.matchAll(/bus\.on(?:Step)?\(\s*'(\w+)'/g)) {
      entryOf(name).heard.add(roomOf(file));
    }
  }
  const list = (names: ReadonlySet<string>): string => [...names].toSorted().join(', ');
  expect(listed.toSorted()).toEqual(
    [...found].map(([name, { said, heard }]) => `${name}: ${list(said)} → ${list(heard)}`).toSorted(),
  );
});
