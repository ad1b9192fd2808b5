/**
 * The folders of the office's sources, from the ground up, and which others each may use. Each feature and each page is a separate
 * folder: a page may use every folder but `app`, and no other page. `app` puts all of it together.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  ui: ['lib'],
  'features/words': ['lib', 'ui'],
  'features/queue': ['lib', 'ui'],
  'features/trading': ['lib', 'ui'],
  'features/growth': ['features/queue', 'features/words', 'lib', 'ui'],
  pages: ['features/growth', 'features/queue', 'features/trading', 'features/words', 'lib', 'ui'],
  app: ['features/trading', 'lib', 'ui'],
};

/** The folders as a graph of Mermaid: an arrow leads to a folder that is used. */
export const drawFolders = (): string =>
  [
    'flowchart BT',
    ...Object.entries(folders).flatMap(([folder, uses]) =>
      uses.length === 0 ? [`  ${folder}`] : uses.map((used) => `  ${folder} --> ${used}`),
    ),
  ].join('\n');
