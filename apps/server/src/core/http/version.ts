import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** Version of the product, from its own manifest. */
export const productVersion: string = Value.Parse(Type.Object({ version: Type.String() }), manifest).version;

/**
 * The version as one whole number, as app stores count it: 1.0.0 is 100, 1.2.3 is 123.
 * @throws when the version is no three numbers, of which the last two have one digit
 */
export const codeOfVersion = (version: string): number => {
  const parts = /^(\d+)\.(\d)\.(\d)$/.exec(version);
  if (parts === null) throw new Error(`"${version}" is no version of the product`);
  const [, major, minor, patch] = parts;
  return Number(major) * 100 + Number(minor) * 10 + Number(patch);
};

export const productCode: number = codeOfVersion(productVersion);
