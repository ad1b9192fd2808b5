import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { drain } from './floods.ts';

const open: (Server | Socket)[] = [];
afterEach(() => {
  for (const one of open.splice(0)) {
    if ('destroy' in one) one.destroy();
    else one.close();
  }
});

const listening = async (): Promise<{ server: Server; port: number }> => {
  const server = createServer((_request, response) => response.end('answer'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(server);
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { server, port: (address satisfies AddressInfo).port };
};

const connected = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  open.push(socket);
  return socket;
};

const ask = async (socket: Socket): Promise<string> => {
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [data]: unknown[] = await once(socket, 'data');
  return String(data);
};

describe('a server that drains', () => {
  test('answers on a connection that was idle, and takes no new one', async () => {
    const { server, port } = await listening();
    const socket = await connected(port);
    expect(await ask(socket)).toContain('200 OK');
    const drained = drain(server, 60_000);
    await expect(connected(port)).rejects.toThrow(/ECONNREFUSED/);
    expect(await ask(socket)).toContain('200 OK');
    socket.end();
    await drained;
  });

  test('waits no longer than it may for those who stay', async () => {
    const { server, port } = await listening();
    const socket = await connected(port);
    await drain(server, 10);
    expect(socket.destroyed).toBe(false);
  });

  test('that does not listen is drained', async () => {
    await drain(createServer(), 60_000);
  });
});
