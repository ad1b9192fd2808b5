import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';
import type { Target } from './target.ts';

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
