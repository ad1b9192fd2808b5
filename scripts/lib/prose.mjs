import { parseSync, Visitor } from 'oxc-parser';
import { withoutCode } from './plain-english.mjs';

/** Blanks out what starts a line of a comment or a quotation, so that a phrase may go over the end of a line. */
export const joined = (text) => text.replaceAll(/\n[ \t]*(?:\*|\/\/|--|>)?[ \t]*/g, '\n');

/** @returns a function from an offset to the number of its line, 1 first */
const lineCounter = (text) => {
  let [at, line] = [0, 1];
  return (offset) => {
    if (offset < at) [at, line] = [0, 1];
    for (let next = text.indexOf('\n', at); next !== -1 && next < offset; next = text.indexOf('\n', at)) {
      at = next + 1;
      line++;
    }
    return line;
  };
};

const markdown = (text) => [
  {
    line: 1,
    text: joined(
      withoutCode(
        text
          .replaceAll(/^( *)(```+|~~~+)[^\n]*\n[^]*?^\1\2/gm, (block) => block.replaceAll(/[^\n]/g, ''))
          .replaceAll(/\]\([^)\n]*\)/g, ']'),
      ),
    ),
  },
];

const comments = (text, pattern) => {
  const lineAt = lineCounter(text);
  return [...text.matchAll(pattern)].map(({ index, 0: comment }) => ({
    line: lineAt(index),
    text: joined(withoutCode(comment)),
  }));
};

/** The first name of a callee: `test` of `test.each(rows)('title')`. */
const rootOf = (node) => {
  if (node.type === 'MemberExpression') return rootOf(node.object);
  if (node.type === 'CallExpression') return rootOf(node.callee);
  if (node.type === 'TaggedTemplateExpression') return rootOf(node.tag);
  return node.name ?? '';
};

const memberOf = (node) => (node.type === 'MemberExpression' ? (node.property.name ?? '') : '');

/** Texts that an expression may be. */
const textsOf = (node) => {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, text: node.value }] : [];
    case 'TemplateLiteral':
      return [{ start: node.start, text: node.quasis.map(({ value }) => value.raw).join('…') }];
    case 'BinaryExpression':
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)];
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    default:
      return [];
  }
};

/** The arguments of a call that people read: a title of a test, a line of a log or of a command, the text of an error. */
const readBy = ({ callee, arguments: args }) => {
  const root = rootOf(callee);
  const member = memberOf(callee);
  if (['it', 'test', 'describe', 'bench'].includes(root)) return args.slice(0, 1);
  const isPrinted =
    callee.type === 'Super' ||
    ['console', 'say', 'print', 'fail'].includes(root) ||
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].includes(member) ||
    (member === 'write' && /^std(?:out|err)$/.test(memberOf(callee.object)));
  return isPrinted ? args : [];
};

const script = (path, text) => {
  const parsed = parseSync(path, text);
  const lineAt = lineCounter(text);
  // Line comments below each other are one text.
  const blocks = [];
  for (const { type, start, end } of parsed.comments) {
    const last = blocks.at(-1);
    const isNext = type === 'Line' && last?.type === 'Line' && /^\n[ \t]*$/.test(text.slice(last.end, start));
    if (isNext) last.end = end;
    else blocks.push({ type, start, end });
  }
  const prose = blocks.map(({ start, end }) => ({
    line: lineAt(start),
    text: joined(withoutCode(text.slice(start, end))),
  }));
  const add = (nodes) => {
    for (const { start, text } of nodes.flatMap(textsOf))
      prose.push({ line: lineAt(start), text: withoutCode(text) });
  };
  new Visitor({
    CallExpression: (node) => add(readBy(node)),
    NewExpression: ({ callee, arguments: args }) => {
      if (rootOf(callee).endsWith('Error')) add(args);
    },
    ThrowStatement: ({ argument: { type, callee, arguments: args } }) => {
      if (type === 'NewExpression' && !rootOf(callee).endsWith('Error')) add(args);
    },
    Property: ({ key, value }) => {
      if (['summary', 'description', 'help'].includes(key.name)) add([value]);
    },
  }).visit(parsed.program);
  return prose;
};

/**
 * What people read of a file: a document without its code, comments, titles of tests, texts of errors, logs, commands and
 * of the API.
 * @returns texts, each with the line at which it begins; line breaks are those of the file
 */
export const proseOf = (path, text) => {
  if (path.endsWith('.md')) return markdown(text);
  if (path.endsWith('.css')) return comments(text, /\/\*[^]*?\*\//g);
  if (path.endsWith('.sql')) return comments(text, /(?:^[ \t]*--[^\n]*\n?)+|--[^\n]*|\/\*[^]*?\*\//gm);
  return script(path, text);
};
