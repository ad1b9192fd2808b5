import { refusalReasons } from '@touchline/contract/refusal-reasons';
import {
  auditRefusals,
  memberOrigins,
  sharedOrigins,
  type AuditLine,
} from '@touchline/contract/shapes/office';
import { houseTextKinds } from '@touchline/contract/shapes/house-texts';
import { contentKinds } from '@touchline/contract/shapes/inbox';
import { provenBy } from '@touchline/contract/shapes/office-sign-in';
import { settingNames } from '@touchline/contract/shapes/office-settings';
import { resultKindNames } from '@touchline/contract/kinds';
import { exclusions } from '@touchline/contract/shapes/play';
import { teamFlagReasons } from '@touchline/contract/shapes/team';
import { useMemo } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useRoleNames } from '../../lib/rights.ts';

/** Fields of the log that have words; another one is shown as it is written. */
export const auditFields = [
  'account',
  'again',
  'alone',
  'amount',
  'at',
  'available',
  'availableAfter',
  'awayShiftBp',
  'basedOn',
  'change',
  'checkIn',
  'colours',
  'country',
  'decision',
  'disabled',
  'effectiveFrom',
  'event',
  'excluded',
  'file',
  'first',
  'from',
  'ft',
  'homeShiftBp',
  'ht',
  'id',
  'kind',
  'languages',
  'leader',
  'length',
  'levels',
  'line',
  'market',
  'markets',
  'match',
  'means',
  'member',
  'memberOrigin',
  'name',
  'names',
  'newPassword',
  'note',
  'of',
  'off',
  'operator',
  'order',
  'passkey',
  'payment',
  'plan',
  'proposal',
  'proven',
  'realName',
  'recoveryLeft',
  'reference',
  'roles',
  'ruling',
  'scope',
  'session',
  'sessions',
  'shared',
  'short',
  'source',
  'stop',
  'struckFrom',
  'struckUntil',
  'times',
  'to',
  'undo',
  'until',
  'version',
] as const;

/** Actions whose reason is one of those that members read. */
const shownToMembers = new Set<AuditLine['action']>([
  'identity_refused',
  'payment_refused',
  'recharge_rejected',
  'withdrawal_refused',
  'withdrawal_returned',
]);

/** Actions that name what two accounts share. */
const flagged = new Set<AuditLine['action']>([
  'team_flag_cleared',
  'team_flag_confirmed',
  'likeness_cleared',
  'likeness_confirmed',
]);

/** What an operator asks a second owner for. */
const operatorChanges = ['add', 'roles', 'enable', 'password', 'factor_end'] as const;

const wordsIn = (t: ReturnType<typeof useT>, rolesOf: (roles: readonly string[]) => string) => ({
  /** A value in words; undefined where it has none. */
  value: (field: string, value: unknown): string | undefined => {
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    if (field === 'roles' && Array.isArray(value) && value.length > 0) return rolesOf(value.map(String));
    const origin = field === 'shared' && sharedOrigins.find((each) => each === value);
    if (origin) return t(`sharedOrigin.${origin}`);
    const ofMember = field === 'memberOrigin' && memberOrigins.find((each) => each === value);
    if (ofMember) return t(`memberOriginShort.${ofMember}`);
    const length = field === 'length' && exclusions.find((each) => each === value);
    if (length) return t(`play.lengths.${length}`);
    const result = field === 'kind' && resultKindNames.find((each) => each === value);
    if (result) return t(`resultKind.${result}`);
    const content = field === 'kind' && contentKinds.find((each) => each === value);
    if (content) return t(`contentKind.${content}`);
    const houseText = field === 'kind' && houseTextKinds.find((each) => each === value);
    if (houseText) return t(`houseTextKind.${houseText}`);
    const change = field === 'change' && operatorChanges.find((each) => each === value);
    if (change) return t(`operatorChange.${change}`);
    const proof = field === 'proven' && provenBy.find((each) => each === value);
    return proof ? t(`provenBy.${proof}`) : undefined;
  },
  /** A field next to its value. */
  pair: (name: string, value: string): string => t('audit.pair', { name, value }),
  /** A field in words; a setting as the page of settings calls it. */
  name: (field: string): string => {
    const setting = settingNames.find((each) => each === field);
    if (setting !== undefined) return t(`setting.${setting}`);
    const known = auditFields.find((each) => each === field);
    return known === undefined ? field : t(`auditField.${known}`);
  },
  /** The name of a setting in the log, in files and in the environment. */
  code: (field: string): string | undefined => settingNames.find((each) => each === field),
  /** Why a line was written; undefined where the operator wrote a text. */
  why: ({ action }: AuditLine, code: string): string | undefined => {
    const refusal = action === 'refused' && auditRefusals.find((each) => each === code);
    if (refusal) return t(`auditRefusal.${refusal}`);
    const flag = flagged.has(action) && teamFlagReasons.find((each) => each === code);
    if (flag) return t(`flagReason.${flag}`);
    const reason = shownToMembers.has(action) && refusalReasons.find((each) => each === code);
    return reason ? t(`refusal.${reason}`) : undefined;
  },
});

/** What the log says by codes, in words; the same as long as the language is. */
export const useAuditWords = () => {
  const t = useT();
  const rolesOf = useRoleNames();
  return useMemo(() => wordsIn(t, rolesOf), [t, rolesOf]);
};
