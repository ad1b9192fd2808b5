type FormRequest = Pick<RequestInit, 'method' | 'body' | 'signal'> & { headers?: Record<string, string> };

/**
 * Sends a form as `fetch` does, and reports progress, which `fetch` cannot.
 * Rejects when there is no connection, or when the signal aborts.
 * @param onProgress called with the share that has been sent, from 0 to 1
 */
export const sendForm = (
  url: string,
  { method = 'POST', headers = {}, body, signal }: FormRequest,
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
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    if (body instanceof FormData) request.send(body);
    else request.send();
  });
