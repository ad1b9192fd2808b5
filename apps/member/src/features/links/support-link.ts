import type { SupportEntry } from '@touchline/contract/shapes/inbox';

/** Address that reaches a support entry; undefined when what was entered is none. */
export const supportHref = ({ kind, value }: Pick<SupportEntry, 'kind' | 'value'>): string | undefined => {
  const text = value.trim();
  switch (kind) {
    case 'email':
      return /^[^\s@?&]+@[^\s@?&]+$/.test(text) ? `mailto:${text}` : undefined;
    case 'phone': {
      const digits = text.replaceAll(/[\s().-]/g, '');
      return /^\+?\d{3,15}$/.test(digits) ? `tel:${digits}` : undefined;
    }
    case 'chat':
    case 'link':
      return URL.canParse(text) && new URL(text).protocol === 'https:' ? text : undefined;
    default:
      return kind satisfies never;
  }
};
