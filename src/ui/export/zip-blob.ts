import { GrowingZip } from '../../formats/write/growing-zip.ts';

/** A zip file whose parts the browser keeps, on disk if they are large. */
export class ZipBlob {
  private readonly zip = new GrowingZip();
  private readonly parts: Blob[] = [];

  add(name: string, content: string | Uint8Array): void {
    this.parts.push(new Blob([this.zip.add(name, content).slice()]));
  }

  blob(): Blob {
    return new Blob([...this.parts, this.zip.index().slice()]);
  }
}
