// region fetch
export async function fetchOnce(url, init, { key = crypto.randomUUID(), attempts = 5, firstWait = 200 } = {}) {
  const headers = new Headers(init.headers);
  headers.set('Idempotency-Key', key);
  for (let attempt = 1; ; attempt++) {
    let response;
    try {
      response = await fetch(url, { signal: AbortSignal.timeout(10_000), ...init, headers });
    } catch (failure) {
      if (attempt === attempts || init.signal?.aborted) throw failure;
    }
    if (response && (attempt === attempts || !(await again(response)))) return response;
    const asked = 1_000 * (Number(response?.headers.get('Retry-After')) || 0);
    const own = firstWait * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
    await new Promise((done) => setTimeout(done, Math.max(asked, own)));
  }
}

async function again(response) {
  if (response.status !== 409) return [425, 429, 502, 503, 504].includes(response.status);
  const problem = await response.clone().json().catch(() => ({}));
  return problem.code === 'idempotency_request_in_progress';
}
// endregion
