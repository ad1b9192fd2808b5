/** Numbers of PostgreSQL's advisory locks, in one place, since a number used twice would be one lock. */
export const lockKeys = {
  /** While migrating, so that servers started together do not do it twice. */
  migrate: 7_482_155,
  /** The process that leads the replay and the live scores holds it as long as it leads. */
  replay: 7_482_156,
  api: 7_482_157,
  /** While the audit log is sealed, so that servers of one database do not do it at once. */
  auditChain: 7_482_158,
  /** While the rights of the server's role are brought up to date. */
  rights: 7_482_160,
} as const;
