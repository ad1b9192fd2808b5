import { expect, it } from 'vitest';
import { Type } from 'typebox';
import { defineRail } from './rail.ts';
import { railSettings, railTable } from './table.ts';

it('no two rails have a setting of the same name', () => {
  const names = railTable.flatMap((rail) => Object.keys(rail.settings));
  expect(names.toSorted()).toEqual(Object.keys(railSettings).toSorted());
});

it('a rail does not open with settings that were not read', () => {
  const toy = defineRail({ method: 'card', settings: { TOY_KEY: Type.String() }, open: () => undefined });
  const context: Parameters<typeof toy.open>[1] = Object.create(null);
  expect(toy.open({ TOY_KEY: 'key' }, context)).toBeUndefined();
  expect(() => toy.open({}, context)).toThrow('TOY_KEY');
});
