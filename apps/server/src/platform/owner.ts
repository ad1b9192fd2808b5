/** Whose something is: a member, and the shard in which the member's rows are. */
export type Owner = { shard: number; memberId: string };
