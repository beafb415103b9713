import type { Plugin } from 'vite';

const SHEET = /\/lil-gui\/dist\/lil-gui\.css/;
const SCRIPT = /\/lil-gui\/dist\/lil-gui\.esm\.js/;
const FONT = /@font-face \{[^}]*\}/;
const OWN_SHEET = /var stylesheet = `[^`]*`/;

/**
 * lil-gui's style for pages whose policy takes nothing but their own files: its sheet without the font that it holds as data, and
 * its script without the sheet, which it would write into the page.
 */
export const panelStyle = (): Plugin => ({
  name: 'panel-style',
  enforce: 'pre',
  transform(code, id) {
    if (SHEET.test(id)) return { code: without(code, FONT, id), map: null };
    if (SCRIPT.test(id)) return { code: without(code, OWN_SHEET, id, "var stylesheet = ''"), map: null };
    return null;
  },
});

/** @throws Error where it isn't there: another version of lil-gui has it elsewhere */
function without(code: string, part: RegExp, id: string, instead = ''): string {
  if (!part.test(code)) throw new Error(`${id}: found no ${part}, expected lil-gui 0.21.0`);
  return code.replace(part, instead);
}
