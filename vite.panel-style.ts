import type { Plugin } from 'vite';

const SHEET = /\/lil-gui\/dist\/lil-gui\.css/;
const SCRIPT = /\/lil-gui\/dist\/lil-gui\.esm\.js/;
const FONT = /@font-face \{[^}]*\}/;
const OWN_SHEET = /var stylesheet = `[^`]*`/;

/**
 * Vite plugin that adapts lil-gui to pages whose content security policy allows only their own files: its sheet loses the font,
 * which is a data: URL, and its script loses the inline copy of the sheet.
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

/** Replaces a part of a library's file. @throws Error if the part is missing, as in another version of lil-gui */
function without(code: string, part: RegExp, id: string, instead = ''): string {
  if (!part.test(code)) throw new Error(`${id}: found no ${part}, expected lil-gui 0.21.0`);
  return code.replace(part, instead);
}
