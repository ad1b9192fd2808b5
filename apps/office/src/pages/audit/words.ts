import { refusalReasons } from '@touchline/contract/refusal-reasons';
import { auditRefusals, type AuditLine } from '@touchline/contract/shapes/office';
import { settingNames } from '@touchline/contract/shapes/office-settings';
import { useT } from '../../shell/i18n.ts';

/** Actions that say why by one of the reasons members are told. */
const told = new Set<AuditLine['action']>([
  ...(['identity_refused', 'payment_refused', 'recharge_rejected'] as const),
  ...(['withdrawal_refused', 'withdrawal_returned'] as const),
]);

/** What the log says by codes, in words. */
export const useAuditWords = () => {
  const t = useT();
  return {
    /** A field; a setting as the page of settings calls it. */
    name: (field: string): string => {
      const known = settingNames.find((each) => each === field);
      return known === undefined ? field : t(`setting.${known}`);
    },
    /** Why a line was written; undefined where that is in somebody's own words. */
    why: ({ action }: AuditLine, code: string): string | undefined => {
      const refusal = action === 'refused' && auditRefusals.find((each) => each === code);
      if (refusal) return t(`auditRefusal.${refusal}`);
      const reason = told.has(action) && refusalReasons.find((each) => each === code);
      return reason ? t(`refusal.${reason}`) : undefined;
    },
  };
};
