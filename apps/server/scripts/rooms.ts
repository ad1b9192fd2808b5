import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawRooms, roomsPage } from '../src/testing/rooms.ts';

// Draws the rooms into docs/architecture.md.
const path = resolve(import.meta.dirname, '../../../docs/architecture.md');
writeFileSync(path, roomsPage(readFileSync(path, 'utf8'), drawRooms()));
