// Reads many short texts, and adds up what they hold.
const texts = Array.from({ length: 50_000 }, (_, id) => JSON.stringify({ id, values: [1, 2, 3] }));

function parse() {
  return texts.map(text => JSON.parse(text));
}

function add(rows) {
  return rows.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0);
}

for (let round = 0; round < 5; round++) add(parse());
