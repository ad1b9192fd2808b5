/** The member who owns something, and the shard of the member's rows. */
export type Owner = { shard: number; memberId: string };
