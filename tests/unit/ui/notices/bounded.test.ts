import { describe, expect, it } from 'vitest';
import { bounded, fewOf, notesInWords } from '../../../../src/ui/notices/bounded.ts';
import { aboutTheLink } from '../../../../src/ui/notices/notices.ts';
import { readLink } from '../../../../src/ui/link/links.ts';
import { readingTime } from '../../../../src/ui/notices/messages.ts';

/** As long as a message may be, and some words more [characters]. */
const LONGEST = 1300;

describe('messages', () => {
  it('about a link name the first of its parts that can’t be used, and count the others', () => {
    const search = Array.from({ length: 3000 }, (_, i) => `unknown${i}=1`).join('&');
    const [notice] = aboutTheLink(readLink(`?scene=octopi-8&${search}`).complaints);
    expect(notice).toMatch(/^In the link:\n• unknown parameter 'unknown0'\n/);
    expect(notice).toMatch(/\n• and 2,992 more parts that can’t be used$/);
    expect(notice!.length).toBeLessThan(LONGEST);
    const [long] = aboutTheLink(readLink(`?${'x'.repeat(1e5)}=1&mode=${'y'.repeat(1e5)}`).complaints);
    expect(long!.length).toBeLessThan(LONGEST);
  });

  it('about a file name the first few notes, and count the others', () => {
    expect(notesInWords([])).toBe('');
    expect(notesInWords(['One.', 'Two.'])).toBe('One. Two.');
    const many = Array.from({ length: 1e5 }, (_, i) => `The material ${i} isn't there.`);
    expect(notesInWords(many)).toMatch(/^The material 0 isn't there\. .* and 99,992 more notes\.$/);
    expect(notesInWords(many).length).toBeLessThan(LONGEST);
    expect(notesInWords(Array(50).fill('long '.repeat(1e5))).length).toBeLessThan(2.5 * LONGEST);
  });

  it('are cut, and say by how much', () => {
    expect(bounded('short')).toBe('short');
    expect(bounded('x'.repeat(1e6))).toMatch(/^x{1200} … \(and 998,800 more characters\)$/);
    expect(readingTime('word '.repeat(1e5))).toBeLessThan(200);
    const letters = [...'abcdefghij'];
    expect(fewOf(letters.slice(0, 9), 'letters')).toEqual(letters.slice(0, 9));
    expect(fewOf(letters, 'letters')).toEqual([...letters.slice(0, 8), 'and 2 more letters']);
  });
});
