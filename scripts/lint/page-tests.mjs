// Rules for the page tests, which the linter runs over `*.spec.ts`.

/** Reads of a locator that see it once: an assertion of Playwright looks until it holds. */
const singleLooks = new Set([
  'count',
  'innerText',
  'allInnerTexts',
  'textContent',
  'allTextContents',
  'inputValue',
  'getAttribute',
  'isVisible',
  'isHidden',
  'isEnabled',
  'isDisabled',
  'isChecked',
]);

const isSingleLook = (node) =>
  node?.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  singleLooks.has(node.callee.property.name);

/** What a function answers, where it is one expression. */
const answerOf = (node) =>
  node?.type === 'ArrowFunctionExpression' && node.body.type === 'AwaitExpression'
    ? node.body.argument
    : node?.body;

const isNamed = (node, name) => node.type === 'Identifier' && node.name === name;

const noFixedWait = {
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node;
      const isWait =
        callee.type === 'MemberExpression'
          ? callee.property.name === 'waitForTimeout'
          : isNamed(callee, 'setTimeout');
      if (isWait) context.report({ node, message: 'Wait for what shall be there, not for a time.' });
    },
    ImportDeclaration(node) {
      if (node.source.value === 'node:timers/promises')
        context.report({ node, message: 'Wait for what shall be there, not for a time.' });
    },
  }),
};

const webFirst = {
  create: (context) => ({
    CallExpression(node) {
      const {
        callee,
        arguments: [given],
      } = node;
      const isExpect = isNamed(callee, 'expect') && given?.type === 'AwaitExpression';
      const isPoll =
        callee.type === 'MemberExpression' &&
        isNamed(callee.object, 'expect') &&
        callee.property.name === 'poll';
      const looked = isExpect ? given.argument : isPoll ? answerOf(given) : undefined;
      if (isSingleLook(looked))
        context.report({
          node,
          message: 'Use an assertion that looks until it holds, such as toHaveText or toHaveCount.',
        });
    },
  }),
};

const noSerial = {
  create: (context) => ({
    MemberExpression(node) {
      if (node.property.name === 'serial')
        context.report({ node, message: 'Let each test make its own start.' });
    },
    Property(node) {
      if (node.key.name === 'mode' && node.value.value === 'serial')
        context.report({ node, message: 'Let each test make its own start.' });
    },
  }),
};

export default {
  meta: { name: 'page-tests' },
  rules: { 'no-fixed-wait': noFixedWait, 'web-first': webFirst, 'no-serial': noSerial },
};
