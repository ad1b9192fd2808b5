type Sending = Pick<RequestInit, 'method' | 'body' | 'signal'> & { headers?: Record<string, string> };

/**
 * Sends a form as `fetch` would, and tells how much of it has left, from 0 to 1: `fetch` does not say.
 * Rejects when there is no connection, or when the signal gives up.
 */
export const sendForm = (
  url: string,
  { method = 'POST', headers = {}, body, signal }: Sending,
  onProgress: (share: number) => void,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    );
    request.addEventListener('error', () => reject(new TypeError('the form could not be sent')));
    request.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    if (body instanceof FormData) request.send(body);
    else request.send();
  });
