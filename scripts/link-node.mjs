// Runs after every `npm install`, on the Node of the machine.
import { linkNode, root } from './lib/install.mjs';

linkNode(root);
