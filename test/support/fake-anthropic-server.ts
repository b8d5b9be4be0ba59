/**
 * Speaks the messages of Anthropic, for tests, on a free local port. It has no model: scripts decide (fake-ai-server.ts). Another path
 * is answered 404; tokens are counted roughly. It never calls a real provider.
 */
import {
  type AiDialect,
  countTokens,
  type FakeAiServer,
  startFakeAi,
  type TestEnd,
} from './fake-ai-server.ts';

interface TextBlock {
  readonly text: string;
}

const dialect: AiDialect = {
  basePath: '/v1',
  path: '/v1/messages',
  read(body) {
    const [message] = body.messages as readonly { content: string | readonly TextBlock[] }[];
    return {
      instructions: textOf(body.system as string | readonly TextBlock[]),
      data: textOf(message?.content ?? ''),
    };
  },
  present: (content, whole, { body, instructions, data }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [{ type: 'text', text: content }],
    stop_reason: whole ? 'end_turn' : 'max_tokens',
    stop_sequence: null,
    usage: { input_tokens: countTokens(instructions + data), output_tokens: countTokens(content) },
  }),
  presentError: (_status, code, message) => ({ type: 'error', error: { type: code, message } }),
};

function textOf(content: string | readonly TextBlock[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('');
}

/** Starts one; with a test given, it closes at the test's end. */
export async function startFakeAnthropic(test?: TestEnd): Promise<FakeAiServer> {
  return startFakeAi(dialect, test);
}
