import { offeredSettings, type OfferedSetting } from '@touchline/contract/shapes/office-settings';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { settingSchemas, type Config } from '../../core/config/config.ts';

/** Whether a change of any of these needs a second operator. */
export const needsOther = (names: readonly OfferedSetting[]): boolean =>
  names.some((name) => offeredSettings[name].alone !== true);

/** Bounds and default of a setting, as the schema of the environment has them. */
export const schemaOf = (
  name: OfferedSetting,
): { default?: string | undefined; minimum?: number; maximum?: number } => {
  const schema: object = settingSchemas[name];
  const number = (key: 'minimum' | 'maximum') => {
    const value: unknown = Reflect.get(schema, key);
    return typeof value === 'number' ? { [key]: value } : {};
  };
  const standard: unknown = Reflect.get(schema, 'default');
  const isText =
    typeof standard === 'string' || typeof standard === 'number' || typeof standard === 'boolean';
  return {
    default: isText && standard !== '' ? String(standard) : undefined,
    ...number('minimum'),
    ...number('maximum'),
  };
};

/** Normalizes a value: amounts have all their decimals, so that equal amounts are equal texts. */
export const written = (name: OfferedSetting, text: string): string => {
  const { scale } = currencies.PLAY;
  const minor = offeredSettings[name].kind === 'amount' ? parseAmount(text, scale) : undefined;
  return minor === undefined ? text : formatAmount(minor, scale);
};

/** A setting as text; undefined if it is not set. */
export const textOf = (config: Config, name: OfferedSetting): string | undefined => {
  const value = config[name];
  return value === undefined || value === '' ? undefined : written(name, String(value));
};
