/**
 * Acts as somebody in front of the dashboard, for measurements: sets the service up, uploads a file, follows its import by a look
 * every 100 ms, without a limit of time. It uses the public calls of the dashboard only. A call that is refused or an import that
 * fails throws with the answer.
 */
// Tests: none; `npm run bench` runs it.
import { createReadStream, statSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportBody } from '../contract/imports.ts';

const pollMs = 100;

/** An import as the dashboard shows it. */
type ShownImport = ImportBody & { readonly phase: string | null };

/** A session of the operator. */
export class UploadClient {
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(origin: string, headers: Readonly<Record<string, string>>) {
    this.#origin = origin;
    this.#headers = headers;
  }

  /** Makes the first account with the link that the service printed at its start. */
  static async setUp(origin: string, setupLink: string): Promise<UploadClient> {
    const account = { name: 'Bench', email: 'bench@shop.example', password: 'a long enough password' };
    const response = await fetch(`${origin}/dashboard/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, token: setupLink.split('#token=')[1] }),
    });
    if (!response.ok) throw new Error(`the set-up was refused: ${await response.text()}`);
    const { csrf_token: token } = (await response.json()) as { csrf_token: string };
    const [cookie = ''] = response.headers.getSetCookie();
    return new UploadClient(origin, { cookie: cookie.split(';', 1)[0] ?? '', 'x-csrf-token': token });
  }

  /** Streams the file in a multipart body; gives its id. */
  async upload(storeId: string, path: string): Promise<string> {
    const boundary = 'measured-upload';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="bench.csv"\r\n\r\n`;
    const tail = `\r\n--${boundary}--\r\n`;
    const length = head.length + statSync(path).size + tail.length;
    const upload = request(`${this.#origin}/dashboard/api/stores/${storeId}/files`, {
      method: 'POST',
      headers: {
        ...this.#headers,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': length,
      },
    });
    const answered = new Promise<string>((resolve, reject) => {
      upload.on('response', (response) => resolve(text(response))).on('error', reject);
    });
    upload.write(head);
    await pipeline(createReadStream(path), upload, { end: false });
    upload.end(tail);
    const body = JSON.parse(await answered) as { file?: { id: string }; message?: string };
    if (body.file === undefined) throw new Error(`the upload was refused: ${body.message}`);
    return body.file.id;
  }

  async #startImport(storeId: string, fileId: string): Promise<string> {
    const response = await fetch(`${this.#origin}/dashboard/api/stores/${storeId}/product-imports/files`, {
      method: 'POST',
      headers: { ...this.#headers, 'content-type': 'application/json' },
      body: JSON.stringify({ file_id: fileId }),
    });
    return ((await response.json()) as { import: ShownImport }).import.id;
  }

  async #show(storeId: string, importId: string): Promise<ShownImport> {
    const path = `/dashboard/api/stores/${storeId}/product-imports/${importId}`;
    const response = await fetch(`${this.#origin}${path}`, { headers: this.#headers });
    return ((await response.json()) as { import: ShownImport }).import;
  }

  /**
   * Imports a file of so many new rows and resolves when they are answerable: seconds from the start until everything was
   * stored, and until then.
   */
  async import(
    storeId: string,
    fileId: string,
    rowCount: number,
  ): Promise<{ readonly stored: number; readonly answerable: number }> {
    const start = performance.now();
    const importId = await this.#startImport(storeId, fileId);
    let stored = 0;
    for (;;) {
      const { phase, status, error, created_rows: created } = await this.#show(storeId, importId);
      const spent = (performance.now() - start) / 1_000;
      if (stored === 0 && (phase === 'indexing' || status === 'completed')) stored = spent;
      if (status === 'completed' && created === rowCount) return { stored, answerable: spent };
      if (status === 'completed' || status === 'failed') throw new Error(`the import ended: ${error}`);
      await pause(pollMs);
    }
  }
}
