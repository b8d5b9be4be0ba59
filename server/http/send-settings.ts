/** Answers whose bodies were made elsewhere. */
import type { FastifyReply } from 'fastify';

/** Sends JSON as it comes. */
export async function sendSettings(reply: FastifyReply, body: Promise<Uint8Array>): Promise<FastifyReply> {
  return reply.type('application/json; charset=utf-8').send(await body);
}
