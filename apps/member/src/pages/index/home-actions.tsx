import { Link } from '@tanstack/react-router';
import { Bell } from '../../features/frame/bell.tsx';
import { useIsDesktop } from '../../lib/screen.ts';
import { useT } from '../../lib/i18n.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';

type Props = {
  /** Notices and letters that were not read. */
  unread: number;
};

/** Search and notices, in the head of home; on a desktop the notices are over every page. */
export const HomeActions = ({ unread }: Props) => (
  <>
    <Link
      to="/pages/search/search"
      search={{}}
      className={iconButtonClass}
      aria-label={useT()('common.search')}
    >
      <Icon name="search" />
    </Link>
    {!useIsDesktop() && <Bell unread={unread} />}
  </>
);
