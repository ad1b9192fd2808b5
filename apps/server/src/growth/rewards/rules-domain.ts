import type { FieldRule } from '@touchline/contract/reasons';
import { RewardLevel, type RewardRules } from '@touchline/contract/shapes/office-growth';
import { parseAmount } from '@touchline/money/amount';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { readVipLevels, worseThanBelow, type VipTerms } from '../../core/config/growth.ts';

const Levels = Type.Array(RewardLevel);

/** Rules in the form of the settings: CHECK_IN_SCALE and VIP_LEVELS. @throws when they are malformed */
export const readRules = (given: { CHECK_IN_SCALE: string; VIP_LEVELS: string }): RewardRules => ({
  checkIn: given.CHECK_IN_SCALE === 'off' ? [] : given.CHECK_IN_SCALE.split(','),
  levels: Value.Parse(Levels, JSON.parse(given.VIP_LEVELS === '' ? '[]' : given.VIP_LEVELS)),
});

/** The settings that rules correspond to. */
export const toSettings = (rules: RewardRules): { CHECK_IN_SCALE: string; VIP_LEVELS: string } => ({
  CHECK_IN_SCALE: rules.checkIn.length === 0 ? 'off' : rules.checkIn.join(','),
  VIP_LEVELS: JSON.stringify(rules.levels),
});

/**
 * Levels of which none is worse than the one below in fee or largest withdrawal, also where the site's own fee or maximum has
 * moved past what a version fixed.
 */
export const neverWorse = (levels: readonly VipTerms[]): VipTerms[] => {
  const better: VipTerms[] = [];
  for (const level of levels) {
    const below = better.at(-1);
    better.push({
      ...level,
      feeBp: below !== undefined && below.feeBp < level.feeBp ? below.feeBp : level.feeBp,
      maxMinor: below !== undefined && below.maxMinor > level.maxMinor ? below.maxMinor : level.maxMinor,
    });
  }
  return better;
};

/**
 * Every invalid field of rules, with the rule it breaks, by the reader of the settings: amounts must fit the
 * currency, every day gives something, each level appears once, asks for more than the one below and is worse
 * in nothing.
 */
export const wrongIn = (
  rules: RewardRules,
  site: { WITHDRAW_FEE_BP: number; WITHDRAW_MAX: string },
  scale: number,
): Record<string, FieldRule> => {
  const wrong: Record<string, FieldRule> = {};
  const days = rules.checkIn.length;
  if (days !== 0 && days !== 7) wrong['rules.checkIn'] = 'length';
  for (const [i, text] of rules.checkIn.entries()) {
    const minor = parseAmount(text, scale);
    if (minor === undefined || minor === 0n) wrong[`rules.checkIn.${i}`] = 'amount';
  }
  const numbers = rules.levels.map(({ level }) => level);
  for (const [i, { level, turnover, withdrawMax }] of rules.levels.entries()) {
    if (numbers.indexOf(level) < i) wrong[`rules.levels.${level}`] = 'range';
    for (const [name, text] of Object.entries({ turnover, withdrawMax })) {
      if (text !== undefined && parseAmount(text, scale) === undefined) {
        wrong[`rules.levels.${level}.${name}`] = 'amount';
      }
    }
  }
  if (Object.keys(wrong).length > 0) return wrong;
  const levels = readVipLevels({ ...site, VIP_LEVELS: JSON.stringify(rules.levels) }, scale);
  for (const { level, name } of worseThanBelow(levels)) wrong[`rules.levels.${level}.${name}`] = 'range';
  return wrong;
};
