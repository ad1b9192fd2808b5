// Runs after every `npm install`, on the Node of the machine.
import { useHooks } from './lib/hooks.mjs';
import { linkNode, root } from './lib/install.mjs';

linkNode(root);
useHooks(root, process.env);
