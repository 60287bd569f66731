"""Records what Python's standard library hashes: python3 python_keys.py > python_keys.jsonl"""
import hashlib
import json
import random
import struct
import sys

INPUTS = [
    '"abc"', '5', '-0', '0', '-0.0', '1.0', '1.50', '100', '1e2', '1E400', '-1e400', '1e-7', '1e16', '1e15', '123456789012345678901234567890',
    '0.1', '0.0001', '0.00001', '9007199254740993', '9007199254740993.0', '1e22', '1.7976931348623157e308', '5e-324', '2.5e-323',
    '123456789.125', '1e5', '12345678901234567.0', 'true', '[1,"2",null]', '[]', '[null,1]', '[[],{}]', '{"b":1,"a":[{"d":1,"C":2}]}',
    '{"b":1,"B":2,"a":3,"A":4,"_":5,"10":6,"9":7}', '{"a":1,"a":2}', '{"é":1,"e":2,"z":3,"Z":4,"\\ud83d\\ude00":5,"\\uffff":6}',
    '"é"', '"\\u00e9\\u2028\\ud83d\\ude00"', '"\\ud800"', '"/\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\\u007f\\u0080"', '" "', '"\\u2003"',
    '{"__proto__":{"a":1}}', '{"":0}', '[1,2.0,3e0]', '{"a":{"b":{"c":[]}}}', '[true,false,null]', '"null"', '[0]', '[""]', '{"a":null}',
]


def missing(data):
    if isinstance(data, (list, dict)):
        return all(x is None for x in data)
    return not isinstance(data, (int, float, bool)) and not data


def main():
    chosen = random.Random(1)
    doubles = [struct.unpack('>d', struct.pack('>Q', chosen.getrandbits(64)))[0] for _ in range(300)]
    doubles += [chosen.randrange(10**6) / 10 ** chosen.randrange(12) for _ in range(100)]
    doubles = [d for d in doubles if d == d and abs(d) != float('inf')]
    inputs = INPUTS + ['null', '""', '{}', '[null]', '[null,null]', 'false'] + [json.dumps(doubles[i:i + 20]) for i in range(0, len(doubles), 20)]
    for number, text in enumerate(inputs):
        data = json.loads(text)
        dumped = json.dumps(data, sort_keys=True)
        line = {'name': 'python %d' % number, 'input_json': text, 'dumped': dumped,
                'md5': hashlib.md5(dumped.encode()).hexdigest(), 'sha256': hashlib.sha256(dumped.encode()).hexdigest(),
                'missing': missing(data)}
        print(json.dumps(line))
    print(sys.version, file=sys.stderr)


main()
