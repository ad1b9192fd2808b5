import type { MemberName } from '@touchline/contract/shapes/office';
import { Link } from '@tanstack/react-router';
import { usePageSearch } from '../../lib/use-page-search.ts';
import styles from '../../features/growth/growth.module.css';

/** Leads to a member's own place in the tree, the list staying as it is. */
export const PlaceLink = ({ of }: { of: MemberName }) => {
  const { generation: _, below: __, ...rest } = usePageSearch();
  return (
    <Link to="." search={{ ...rest, member: of.id, id: of.id }} className={styles.link}>
      {of.account}
    </Link>
  );
};
