import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

/** Where a link written by an operator leads: a page of this app, or an address of the web. */
type Target = { kind: 'page' | 'web'; href: string };

const page = /^\/(?:pages\/[a-z]+\/[a-z]+)?(?:\?[^#\s]*)?$/;

/** Reads a link. Anything but a page of the app and an address by https leads nowhere. */
export const targetOf = (link: string | undefined): Target | undefined => {
  if (link === undefined) return undefined;
  if (page.test(link)) return { kind: 'page', href: link };
  if (!URL.canParse(link)) return undefined;
  const { protocol, username, password, href } = new URL(link);
  return protocol === 'https:' && username === '' && password === '' ? { kind: 'web', href } : undefined;
};

/** Address of a video: https alone; which hosts it may come from, the page's policy says. */
export const videoOf = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) && new URL(address).protocol === 'https:'
    ? address
    : undefined;

/** Address of a picture of the house: its path on the site that serves the app, or nothing. */
export const pictureOf = (path: string | undefined): string | undefined =>
  path !== undefined && /^\/(?![/\\])/.test(path) ? path : undefined;

type Props = Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel' | 'onClick'> & { to: Target };

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A link to a page of the app, or in a new tab to the web. */
export const TargetLink = ({ to, children, ...rest }: Props) => {
  const { history } = useRouter();
  if (to.kind === 'web') {
    return (
      <a {...rest} href={to.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  const follow = (event: MouseEvent): void => {
    if (!isPlain(event)) return;
    event.preventDefault();
    history.push(to.href);
  };
  return (
    <a {...rest} href={history.createHref(to.href)} onClick={follow}>
      {children}
    </a>
  );
};
