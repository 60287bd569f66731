// Records in which company a sigma is the last letter of a word, for every code point: node final_sigma.mjs > final_sigma.json
const SIGMA = '\u03a3';
const isFinal = (before, after) => (before + SIGMA + after).toLowerCase().at(before.toLowerCase().length) === '\u03c2';

const cased = new Set();
const ignored = new Set();
for (let point = 0; point <= 0x10ffff; point++) {
  if (point >= 0xd800 && point <= 0xdfff) continue;
  const letter = String.fromCodePoint(point);
  if (!isFinal('A', letter)) cased.add(point);
  else if (!isFinal('A', letter + 'A')) ignored.add(point);
  if (isFinal(letter, '') !== cased.has(point)) throw new Error(`before and after differ: ${point}`);
  if (isFinal('A' + letter, '') !== (cased.has(point) || ignored.has(point))) throw new Error(`before and after differ: ${point}`);
}

const ranges = points => {
  const found = [];
  for (const point of points) {
    const last = found.at(-1);
    if (last && last[1] === point - 1) last[1] = point;
    else found.push([point, point]);
  }
  return found.map(([from, to]) => from.toString(16) + (to > from ? '-' + to.toString(16) : '')).join(' ');
};
console.log(JSON.stringify({
  node: process.version, unicode: process.versions.unicode, cased: ranges(cased), ignored: ranges(ignored),
}, null, 1));
