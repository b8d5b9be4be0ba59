/**
 * Speaks the chat completions of OpenAI, as Ollama, vLLM, LM Studio and hosted ones do, for tests, on a free local port. It has no
 * model: scripts decide (fake-ai-server.ts). Another path is answered 404; tokens are counted roughly. It never calls a real provider.
 */
import {
  type AiDialect,
  countTokens,
  type FakeAiServer,
  startFakeAi,
  type TestEnd,
} from './fake-ai-server.ts';

const dialect: AiDialect = {
  basePath: '/v1',
  path: '/v1/chat/completions',
  read(body) {
    const messages = body.messages as readonly { role: string; content: string }[];
    const said = (role: string) => messages.find((message) => message.role === role)?.content ?? '';
    return { instructions: said('system'), data: said('user') };
  },
  present: (content, whole, { body, instructions, data }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: body.model,
    choices: [
      { index: 0, message: { role: 'assistant', content }, finish_reason: whole ? 'stop' : 'length' },
    ],
    usage: {
      prompt_tokens: countTokens(instructions + data),
      completion_tokens: countTokens(content),
      total_tokens: countTokens(instructions + data) + countTokens(content),
    },
  }),
  presentError: (_status, code, message) => ({ error: { message, type: 'error', param: null, code } }),
};

/** Starts one; with a test given, it closes at the test's end. */
export async function startFakeOpenAi(test?: TestEnd): Promise<FakeAiServer> {
  return startFakeAi(dialect, test);
}

/** The settings of a service that asks the server at `url`. */
export function openAiSettings(url: string): Readonly<Record<string, string>> {
  return {
    FORETYPE_ENRICHMENT_PROVIDER: 'openai',
    FORETYPE_ENRICHMENT_MODEL: 'tiny',
    FORETYPE_OPENAI_BASE_URL: url,
    OPENAI_API_KEY: 'sk-test',
  };
}
