import { Type } from 'typebox';

/** Settings of the inbox, and of pushing it to browsers. */
export const inboxSettings = {
  SITE_OPERATOR: Type.Optional(
    Type.String({ maxLength: 300, description: 'who runs the site, as members read it: name and address' }),
  ),
  VIDEO_HOSTS: Type.String({
    pattern: '^([a-z0-9-]+(\\.[a-z0-9-]+)+(,[a-z0-9-]+(\\.[a-z0-9-]+)+)*)?$',
    maxLength: 1_000,
    default: '',
    description: 'hosts whose videos may be shown, comma separated; the pages load none from elsewhere',
  }),
  PUSH: Type.Boolean({
    default: true,
    description: 'offer members to push notices to their browsers; needs a contact',
  }),
  PUSH_CONTACT: Type.Optional(
    Type.String({
      pattern: '^(mailto:[^\\s@]+@[^\\s@]+\\.[^\\s@]+|https://[^\\s]+)$',
      description: 'by whom push services reach who runs the site; without it SITE_SUPPORT, if that is one',
    }),
  ),
};

/** The hosts of a setting, in their order. */
export const videoHosts = ({ VIDEO_HOSTS }: { VIDEO_HOSTS: string }): readonly string[] =>
  VIDEO_HOSTS === '' ? [] : VIDEO_HOSTS.split(',');

/**
 * How push services reach the operator of the site: they refuse messages without a contact.
 * @returns undefined where nothing is pushed
 */
export const pushContact = ({
  PUSH,
  PUSH_CONTACT,
  SITE_SUPPORT = '',
}: {
  PUSH: boolean;
  PUSH_CONTACT?: string | undefined;
  SITE_SUPPORT?: string | undefined;
}): string | undefined => {
  if (!PUSH) return undefined;
  if (PUSH_CONTACT !== undefined) return PUSH_CONTACT;
  if (/^[^\s@:]+@[^\s@]+\.[^\s@]+$/.test(SITE_SUPPORT)) return `mailto:${SITE_SUPPORT}`;
  return /^https:\/\/[^\s]+$/.test(SITE_SUPPORT) ? SITE_SUPPORT : undefined;
};
