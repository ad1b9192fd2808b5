import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Part } from './part.ts';
import { catalogueDifferences, readCatalogue } from './schema-catalogue.ts';

const Catalogue = Type.Record(Type.String(), Type.String());

/** The catalogue of the migrations; `npm run codegen` writes it. */
export const catalogueFile = new URL('schema-catalogue.json', import.meta.url);

/** Tables, constraints, indexes, triggers, rules and functions are those of the migrations, and in force. */
export const schemaPart: Part = {
  name: 'the schema is that of the migrations',
  verify: async (on, note) => {
    const meant = Value.Parse(Catalogue, JSON.parse(await readFile(catalogueFile, 'utf8')));
    const found = await readCatalogue(on);
    for (const difference of catalogueDifferences(found, meant)) note(difference);
    return { parts: BigInt(Object.keys(found).length) };
  },
};
