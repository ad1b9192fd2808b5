import type { MemberName } from '@touchline/contract/shapes/office';
import { Link } from '@tanstack/react-router';
import { useMay } from '../lib/use-rights.ts';
import styles from './ui.module.css';

/** A member's name, for those who may the way to all of the member; also within a row that leads elsewhere. */
export const MemberLink = ({ of: { id, account } }: { of: MemberName }) => {
  const may = useMay();
  if (!may('officeMemberDetail')) return account;
  return (
    <Link to="/members" search={{ member: id }} className={styles.inner}>
      {account}
    </Link>
  );
};
