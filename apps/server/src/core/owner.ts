/** The member who owns something, and the shard of the member's rows. */
export type Owner = { shard: number; memberId: string };

/** The owner that a member is. */
export const ownerOf = ({ id, shard }: { id: string; shard: number }): Owner => ({ shard, memberId: id });
