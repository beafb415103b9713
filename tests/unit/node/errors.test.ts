import { expect, it } from 'vitest';
import { explain, NoBackendError, UsageError } from '../../../src/node/errors.ts';
import { ParameterError } from '../../../src/simulation/tables/parse-parameters.ts';
import { BrokenStateError } from '../../../src/simulation/simulator.ts';

it.each([
  ['bad input', new UsageError('--size is 3'), 2, 'untangle: --size is 3\n'],
  ['a bad parameter', new ParameterError('unknown'), 2, 'untangle: unknown\n'],
  ['a state that broke', new BrokenStateError(7, 'solve', 3), 3, /^untangle: step 7: body 3 .* after 'solve'\n$/],
  ['a backend that is not there', new NoBackendError('no adapter'), 4, 'untangle: no adapter\n'],
  ['line breaks and escapes of the input', new UsageError("'a\n\u001b\tb'"), 2, "untangle: 'a b'\n"],
])('%s is one line and an exit code', (_, error, code, text) => {
  expect(explain(error)).toEqual({ code, text: expect.stringMatching(text) });
});

it('a fault of our own ends with 1 and says where it came from', () => {
  expect(explain(new TypeError('x is undefined'))).toEqual({
    code: 1,
    text: expect.stringMatching(/^untangle: TypeError: x is undefined\n.*errors\.test\.ts/),
  });
  expect(explain('thrown text').code).toBe(1);
});
