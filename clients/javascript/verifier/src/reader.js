/** Takes bytes apart in the order they were written (docs/log.md, "Layout"). */

import { fromUtf8 } from "./bytes.js";

/** Every method throws RangeError where the bytes end too early. */
export class Reader {
  /** @type {Uint8Array} */
  #content;
  #at = 0;

  /** @param {Uint8Array} content */
  constructor(content) {
    this.#content = content;
  }

  /**
   * The next bytes.
   *
   * @param {number} length
   * @returns {Uint8Array}
   */
  raw(length) {
    const end = this.#at + length;
    if (end > this.#content.length) {
      throw new RangeError(`the entry ends at byte ${this.#content.length}, ${end} are needed`);
    }
    const part = this.#content.slice(this.#at, end);
    this.#at = end;
    return part;
  }

  /** @returns {number} */
  u8() {
    return this.#view(1).getUint8(0);
  }

  /** @returns {number} */
  u16() {
    return this.#view(2).getUint16(0);
  }

  /** @returns {number} */
  u32() {
    return this.#view(4).getUint32(0);
  }

  /** @returns {bigint} */
  u64() {
    return this.#view(8).getBigUint64(0);
  }

  /** @returns {Uint8Array} */
  sized() {
    return this.raw(this.u16());
  }

  /**
   * Throws TypeError for bytes that are no UTF-8.
   *
   * @returns {string}
   */
  text() {
    return fromUtf8(this.sized());
  }

  /**
   * Signed numbers of four bytes.
   *
   * @returns {number[]}
   */
  numbers() {
    return this.list(() => this.#view(4).getInt32(0));
  }

  /**
   * @template T
   * @param {() => T} read
   * @returns {T[]}
   */
  list(read) {
    return Array.from({ length: this.u8() }, read);
  }

  /** Throws RangeError if anything is left. */
  end() {
    const left = this.#content.length - this.#at;
    if (left > 0) {
      throw new RangeError(`${left} bytes too many in the entry`);
    }
  }

  /**
   * @param {number} length
   * @returns {DataView}
   */
  #view(length) {
    const part = this.raw(length);
    return new DataView(part.buffer, part.byteOffset, length);
  }
}
