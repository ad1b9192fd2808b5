import type { Json, JsonObject } from './canonical-json.ts';

/** Whether a value of JSON is an object. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text of an object; empty where there is none. */
export function textIn(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** Minor units of an object, as entries write them; undefined for anything else. */
export function minorIn(object: JsonObject, name: string): bigint | undefined {
  const value = object[name];
  return typeof value === 'string' && /^(0|-?[1-9]\d{0,18})$/.test(value) ? BigInt(value) : undefined;
}
