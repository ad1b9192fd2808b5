/**
 * The folders of the office's sources, from the ground up, and which others each may use. A page is a separate folder below
 * `pages`: it may use every folder but `frame`, and no other page. `main.tsx` puts all of it together.
 */
export const folders: Readonly<Record<string, readonly string[]>> = {
  state: [],
  shell: ['state'],
  api: ['shell', 'state'],
  ui: ['api', 'shell'],
  chart: ['api', 'shell'],
  words: ['shell', 'ui'],
  table: ['shell', 'ui'],
  queue: ['api', 'shell', 'state', 'table', 'ui'],
  trading: ['api', 'shell', 'ui'],
  'pages/growth': ['api', 'queue', 'shell', 'table', 'ui', 'words'],
  pages: ['api', 'chart', 'pages/growth', 'queue', 'shell', 'state', 'table', 'trading', 'ui', 'words'],
  frame: ['api', 'shell', 'state', 'trading', 'ui'],
};

/** The folders as a graph of Mermaid: an arrow leads to a folder that is used. */
export const drawFolders = (): string =>
  [
    'flowchart BT',
    ...Object.entries(folders).flatMap(([folder, uses]) =>
      uses.length === 0 ? [`  ${folder}`] : uses.map((used) => `  ${folder} --> ${used}`),
    ),
  ].join('\n');
