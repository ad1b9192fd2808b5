import type { Queryable } from '../core/database/database.ts';

/** A node of a plan as `explain (format json, verbose)` writes it. */
type PlanNode = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'CTE Name'?: string;
  'Function Call'?: string;
  Filter?: string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
};

const explain = async (on: Queryable, text: string, values: unknown[]): Promise<PlanNode | undefined> => {
  const { rows } = await on.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (format json, verbose) ${text}`,
    values,
  );
  return rows[0]?.['QUERY PLAN'][0]?.Plan;
};

/**
 * The joins of a statement's plan that grow with the square of its rows: nested loops that read a whole CTE
 * or table again for each outer row. A loop that looks each row up in an index, or unfolds an array of it, is
 * not among them.
 * @returns what each such join reads repeatedly
 */
export const squareJoins = async (on: Queryable, text: string, values: unknown[]): Promise<string[]> => {
  const found: string[] = [];
  const walk = (node: PlanNode): void => {
    const inner = node['Node Type'] === 'Nested Loop' ? node.Plans?.filter(isJoined)[1] : undefined;
    const read = inner && underneath(inner);
    if (read && readsAll(read)) {
      found.push(`${read['Node Type']} ${read['CTE Name'] ?? ''}`.trim());
    }
    node.Plans?.forEach(walk);
  };
  const plan = await explain(on, text, values);
  if (!plan) throw new Error('No plan');
  walk(plan);
  return found;
};

const isJoined = (node: PlanNode): boolean =>
  node['Parent Relationship'] === 'Outer' || node['Parent Relationship'] === 'Inner';

/** Whether membership in a CTE is tested by hash: `hashed SubPlan` in the filter of some node. */
export const testsByHash = async (on: Queryable, text: string, values: unknown[]): Promise<boolean> => {
  const any = (node: PlanNode): boolean =>
    (node.Filter?.includes('hashed SubPlan') ?? false) || (node.Plans?.some(any) ?? false);
  const plan = await explain(on, text, values);
  return plan ? any(plan) : false;
};

/**
 * The tables that a statement reads from end to end, by the plan that a connection with these settings keeps
 * for all values: an index scan without a condition is among them.
 */
export const wholeReads = async (
  client: Queryable,
  text: string,
  settings: Readonly<Record<string, string>>,
): Promise<string[]> => {
  const found = new Set<string>();
  const walk = (node: PlanNode): void => {
    const isRead = node['Node Type'].endsWith('Scan') && node['Node Type'] !== 'Bitmap Heap Scan';
    if (isRead && node['Relation Name'] !== undefined && node['Index Cond'] === undefined) {
      found.add(node['Relation Name']);
    }
    node.Plans?.forEach(walk);
  };
  for (const [name, value] of Object.entries(settings)) await client.query(`set ${name} = ${value}`);
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (generic_plan, format json, verbose) ${text}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('No plan');
  walk(plan);
  return [...found];
};

const readsAll = (node: PlanNode): boolean => {
  const call = node['Function Call']?.replaceAll(/'[^']*'/g, '');
  // A function of the outer row's own columns (`m.keys`) yields that row's part only.
  if (call !== undefined) return !/\w\.\w/.test(call);
  return /^(CTE|Seq|Subquery|Values) Scan$/.test(node['Node Type']);
};

/** A loop over a stored or sorted copy of its input reads that input's rows each time. */
const underneath = (node: PlanNode): PlanNode => {
  const [only] = node.Plans ?? [];
  return only && /^(Materialize|Memoize|Sort|Result)$/.test(node['Node Type']) ? underneath(only) : node;
};
