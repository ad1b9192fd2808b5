import { signInRows } from './sign-in-rows.ts';
import { tryRoom } from './room.ts';

tryRoom(signInRows);
