import type { Import, Source } from './source.ts';

/**
 * Finds files that import each other, directly or over others: the strongly connected components of more than one file
 * (Tarjan 1972).
 * @param counts whether an import counts
 */
export const circlesOf = (sources: readonly Source[], counts: (of: Import) => boolean): string[][] => {
  const used = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(counts).map((each) => each.path)] as const),
  );
  const order = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const circles: string[][] = [];
  const visit = (path: string): number => {
    const at = order.size;
    order.set(path, at);
    let low = at;
    open.push(path);
    isOpen.add(path);
    for (const next of used.get(path) ?? []) {
      if (!used.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (isOpen.has(next)) low = Math.min(low, order.get(next) ?? at);
    }
    if (low === at) {
      const circle = open.splice(open.indexOf(path));
      for (const each of circle) isOpen.delete(each);
      if (circle.length > 1) circles.push(circle);
    }
    return low;
  };
  for (const path of used.keys()) if (!order.has(path)) visit(path);
  return circles;
};
